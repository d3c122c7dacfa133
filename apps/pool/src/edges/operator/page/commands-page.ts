import { html, type Html } from './html.ts';
import { acts, pageGroups, pathOfVerb } from './page-verbs.ts';
import type { Visitor } from './visitor.ts';

/** Every verb of the page. Who may look only is shown no others. */
export function commandsPage({ mayAct }: Visitor): Html {
  const groups = pageGroups()
    .map(({ name, verbs }) => ({ name, verbs: verbs.filter((verb) => mayAct || !acts(verb)) }))
    .filter(({ verbs }) => verbs.length > 0);
  return html`<p class="hint">Each does what <code>openlode</code> with the same words does on the machine; what is decided stands in the same log. Backups, restores, settings and the files of news and articles are on the machine only.</p>
${groups.map(
  ({ name, verbs }) => html`<section><h2>${name}</h2><ul class="verbs">
${verbs.map((verb) => html`<li><a href="${pathOfVerb(verb)}">${verb.name}</a><span>${verb.does}${acts(verb) ? html` <span class="acts">· acts</span>` : ''}</span></li>`)}
</ul></section>`,
)}`;
}
