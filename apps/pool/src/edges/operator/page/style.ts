/** The colours, sizes and lines of the site's design, with the fonts of the machine: this page asks nothing of the site. */
export const style = `
:root {
  color-scheme: dark light;
  --bg: oklch(0.966 0.009 84); --card: oklch(0.991 0.004 84); --well: oklch(0.951 0.01 84); --field: oklch(1 0 0);
  --line: oklch(0.882 0.013 80); --line-ctl: oklch(0.605 0.018 72);
  --ink: oklch(0.235 0.016 58); --ink-2: oklch(0.395 0.018 58);
  --copper: oklch(0.5 0.122 45); --copper-hi: oklch(0.44 0.115 45); --on-copper: oklch(0.99 0.006 80);
  --good: oklch(0.45 0.082 182); --good-wash: oklch(0.94 0.024 180);
  --wait: oklch(0.49 0.103 72); --wait-wash: oklch(0.945 0.042 88);
  --bad: oklch(0.5 0.178 28); --bad-wash: oklch(0.945 0.026 28);
  --focus: oklch(0.48 0.142 250);
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: oklch(0.168 0.006 58); --card: oklch(0.205 0.007 58); --well: oklch(0.24 0.008 58); --field: oklch(0.24 0.008 58);
    --line: oklch(0.31 0.009 58); --line-ctl: oklch(0.555 0.012 62);
    --ink: oklch(0.945 0.008 80); --ink-2: oklch(0.8 0.01 75);
    --copper: oklch(0.76 0.118 52); --copper-hi: oklch(0.815 0.11 56); --on-copper: oklch(0.19 0.025 50);
    --good: oklch(0.79 0.092 178); --good-wash: oklch(0.265 0.028 182);
    --wait: oklch(0.83 0.125 84); --wait-wash: oklch(0.27 0.036 80);
    --bad: oklch(0.735 0.145 28); --bad-wash: oklch(0.265 0.048 26);
    --focus: oklch(0.82 0.105 235);
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 0.875rem/1.25rem system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums; }
a { color: var(--copper); text-underline-offset: 3px; }
a:hover { color: var(--copper-hi); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 12px; top: 12px; background: var(--card); padding: 8px 12px; z-index: 1; }
header { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: center; padding: 12px 24px; border-bottom: 1px solid var(--line); background: var(--card); }
nav { display: flex; gap: 16px; }
nav a { display: inline-flex; align-items: center; min-height: 40px; }
.who { margin-inline-start: auto; color: var(--ink-2); }
main { max-width: 1248px; margin: 0 auto; padding: 24px; }
h1 { font-size: 1.75rem; line-height: 2.25rem; letter-spacing: -0.01em; margin: 0 0 16px; font-weight: 600; }
h2 { font-size: 1.25rem; line-height: 1.75rem; margin: 0 0 8px; font-weight: 600; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px 24px; margin: 0 0 16px; min-width: 0; }
section > h2 a { display: inline-block; font-size: 0.875rem; font-weight: 400; margin-inline-start: 8px; }
.printed { overflow-x: auto; background: var(--well); border-radius: 8px; padding: 12px; max-height: 32rem; }
.sentences pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { margin: 0; font: 0.8125rem/1.25rem ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; }
.notice { border-radius: 8px; padding: 8px 12px; margin: 0 0 12px; overflow-wrap: anywhere; }
.notice.good { color: var(--good); background: var(--good-wash); }
.notice.wait { color: var(--wait); background: var(--wait-wash); }
.notice.bad { color: var(--bad); background: var(--bad-wash); }
.hint { color: var(--ink-2); }
.fault { color: var(--bad); display: block; }
.field { margin: 0 0 16px; max-width: 40rem; }
.field label { display: block; font-weight: 500; margin-bottom: 4px; }
.field .hint { display: block; margin-top: 4px; }
.check { display: flex !important; gap: 8px; align-items: center; min-height: 40px; }
input:not([type="checkbox"]), select, textarea { width: 100%; min-height: 40px; padding: 8px 12px; font: inherit; font-size: 1rem; color: var(--ink); background: var(--field); border: 1px solid var(--line-ctl); border-radius: 8px; }
input[type="checkbox"] { width: 20px; height: 20px; accent-color: var(--copper); }
button { min-height: 40px; padding: 8px 20px; font: inherit; font-weight: 600; color: var(--on-copper); background: var(--copper); border: 0; border-radius: 8px; margin-inline-end: 8px; cursor: pointer; }
button:hover { background: var(--copper-hi); }
.question { font-size: 1.25rem; line-height: 1.75rem; margin: 0 0 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0 0 16px; }
dt { color: var(--ink-2); } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.preview { max-width: 46rem; overflow-wrap: anywhere; }
.preview table { display: block; overflow-x: auto; border-collapse: collapse; }
.preview th, .preview td { border-top: 1px solid var(--line); padding: 4px 12px 4px 0; text-align: start; }
.preview pre { overflow-x: auto; background: var(--well); border-radius: 8px; padding: 12px; }
ul.verbs { list-style: none; margin: 0; padding: 0; }
ul.verbs li { display: grid; grid-template-columns: minmax(12rem, max-content) 1fr; gap: 0 16px; padding: 6px 0; border-top: 1px solid var(--line); }
ul.verbs li:first-child { border-top: 0; }
ul.next { list-style: none; margin: 8px 0 0; padding: 0; display: grid; gap: 0 24px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); max-height: 20rem; overflow-y: auto; }
ul.next li { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: center; min-height: 32px; overflow-wrap: anywhere; }
.acts { color: var(--ink-2); }
@media (max-width: 767px) {
  main, header { padding-inline: 16px; }
  section { padding: 12px 16px; }
  ul.verbs li { grid-template-columns: 1fr; padding: 8px 0; }
  ul.verbs a, ul.next a, nav a, button, .check { min-height: 44px; display: inline-flex; align-items: center; }
  section > h2 a { display: flex; align-items: center; min-height: 32px; margin-inline-start: 0; }
  .who { margin-inline-start: 0; }
}
`;
