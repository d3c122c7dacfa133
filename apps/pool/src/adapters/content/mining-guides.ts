import { findAlgorithm } from '@openlode/catalogue/algorithms';
import type { Algorithm } from '@openlode/catalogue/define-algorithm';
import { allPrograms } from '@openlode/catalogue/programs';
import { serverName } from '@openlode/catalogue/server-name';
import { buildCommand } from '@openlode/mining/build-command';
import { buildConfigFile } from '@openlode/mining/build-config-file';
import { distrustWords, ownCertificateWords } from '@openlode/mining/certificate-words';
import type { MiningProgram, ProgramAlgorithm, Transport } from '@openlode/mining/mining-program';
import { slugOf } from './article-html.ts';
import { portsFor } from './support-facts.ts';
import type { SupportFacts } from './deployment-facts.ts';

/** An article as it stands in a file, before it is turned into HTML. */
export interface ArticleSource {
  readonly slug: string;
  readonly title: string;
  readonly shortText: string;
  readonly category: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly related: readonly string[];
  /** Words that miners type for what the article calls otherwise. */
  readonly keywords?: readonly string[];
  readonly markdown: string;
}

export const guidesCategory = 'mining-programs';

/** When the words around the commands were last changed; the commands themselves follow the catalogue. */
const writtenAt = Date.UTC(2026, 9, 12);
const changedAt = Date.UTC(2026, 10, 22);

/** One article for each mining program and each algorithm that it knows, with the commands of this deployment. */
export function miningGuides(facts: SupportFacts): readonly ArticleSource[] {
  return allPrograms.flatMap((program) =>
    program.algorithms.flatMap((pair) => {
      const algorithm = findAlgorithm(pair.algorithm);
      return algorithm === undefined ? [] : [guide(program, pair, algorithm, facts)];
    }),
  );
}

/** The name under which the catalogue's guide links know an article. */
function guideSlug(algorithm: string, program: MiningProgram): string {
  return `how-to-mine-${algorithm}-with-${slugOf(program.name)}`;
}

function guide(
  program: MiningProgram,
  pair: ProgramAlgorithm,
  algorithm: Algorithm,
  facts: SupportFacts,
): ArticleSource {
  const others = allPrograms.filter(
    (other) => other !== program && other.algorithms.some((each) => each.algorithm === algorithm.code),
  );
  return {
    slug: guideSlug(algorithm.code, program),
    title: `How to mine ${algorithm.name} with ${program.name}`,
    shortText: `The exact ${program.name} command for ${algorithm.name} on Windows and Linux, and what to check when it does not connect.`,
    category: guidesCategory,
    createdAt: writtenAt,
    updatedAt: changedAt,
    related: [
      'worker-string-format',
      'ports-and-ssl',
      ...others.slice(0, 2).map((other) => guideSlug(algorithm.code, other)),
      'antivirus-false-positive',
    ],
    markdown: [
      introduction(program, algorithm),
      connection(program, pair, algorithm, facts),
      whatToReplace,
      remarks(program, pair, algorithm),
      whenItFails(program),
    ].join('\n\n'),
  };
}

function introduction(program: MiningProgram, algorithm: Algorithm): string {
  const fee = program.developerFee[algorithm.code] ?? program.developerFee['default'] ?? 'nothing';
  const memory = algorithm.minimumVramRequirement?.replace('GB', ' GB');
  const vendors =
    program.gpuVendors.length === 0 ? '' : ` It supports cards of ${listed(program.gpuVendors)}.`;
  const needs = memory === undefined ? '' : ` ${algorithm.name} needs at least ${memory} of graphics memory.`;
  const warning =
    algorithm.warningMessage === null ? '' : `\n\n> **Before you start:** ${algorithm.warningMessage}`;
  return `${program.description}${vendors}${needs} Its maker takes ${fee} of the mining time; this is not the pool’s fee and does not reach the pool.

The work goes to ${algorithm.miningVia}, and you are paid in any coin of [the list](/): write the [payout coin](/support/article/choose-a-payout-coin) before your address.${warning}

## Get the program

Download ${program.name} only [from its maker](${program.links.download}), unpack it into a separate folder, and open a terminal there. Some scanners flag every mining program: [what to do about it](/support/article/antivirus-false-positive).`;
}

function connection(
  program: MiningProgram,
  pair: ProgramAlgorithm,
  algorithm: Algorithm,
  facts: SupportFacts,
): string {
  const ports = portsFor(facts, algorithm.code, 'standard');
  if (ports.tcp === undefined) {
    return `## The command

> **${algorithm.name} is not mined on this pool at the moment.** What you see of it here is simulated, and no port listens for ${algorithm.name} miners. The command has \`PORT\` where the port will stand.

${commands(program, pair, algorithm, facts, { transport: 'tcp', port: 'PORT' })}`;
  }
  const plain = commands(program, pair, algorithm, facts, { transport: 'tcp', port: ports.tcp });
  if (ports.tls === undefined) return `## The command\n\n${plain}`;
  const clear = `## The command, over TCP\n\n${plain}`;
  const encrypted = `## The command, through TLS\n\n${throughTls(program, pair, algorithm, facts, ports)}`;
  const both = facts.certificate().distrust === null ? [encrypted, clear] : [clear, encrypted];
  return `${both.join('\n\n')}

The TLS switch of ${program.name} is \`${program.flags['tls'] ?? 'in the address'}\`. The port and the switch belong together: a TLS port without the switch, or a TCP port with it, connects and drops. [More on ports and TLS](/support/article/ports-and-ssl).`;
}

/** The command through TLS, with what the certificate asks for where no public authority vouches for it. */
function throughTls(
  program: MiningProgram,
  pair: ProgramAlgorithm,
  algorithm: Algorithm,
  facts: SupportFacts,
  { tls = 'PORT' }: { readonly tls?: number | 'PORT' | undefined },
): string {
  const command = commands(program, pair, algorithm, facts, { transport: 'tls', port: tls });
  const { distrust } = facts.certificate();
  if (distrust === null) return command;
  return `${distrustWords(distrust, facts.host)} ${ownCertificateWords(program.name, program.ownCertificate)} The certificate and its fingerprint are in [ports and TLS](/support/article/ports-and-ssl#the-certificate).

${command}`;
}

function commands(
  program: MiningProgram,
  pair: ProgramAlgorithm,
  algorithm: Algorithm,
  facts: SupportFacts,
  { transport, port }: { readonly transport: Transport; readonly port: number | 'PORT' },
): string {
  const values = {
    coin: algorithm.symbol,
    address: 'ADDRESS',
    memo: null,
    worker: 'rig01',
    referralCode: null,
    host: serverName(facts.miningHost ?? facts.host, algorithm.code),
    port,
  };
  const { distrust, fingerprint } = facts.certificate();
  const ownCertificate = distrust === null ? null : { fingerprint };
  const input = { program, algorithm: pair, transport, values, ownCertificate };
  const file = buildConfigFile(input);
  const config =
    file === null
      ? ''
      : `\n\nOr write this into \`${file.name}\` next to the program:\n\n${code(file.content)}`;
  return `Windows:

${code(buildCommand({ ...input, system: 'windows' }))}

Linux:

${code(buildCommand({ ...input, system: 'linux' }))}${config}`;
}

const whatToReplace = `## What to replace

- The coin before the colon: use the one that you want to be paid in.
- \`ADDRESS\`: your own payout address, exactly as your wallet shows it. With a memo, write \`ADDRESS:MEMO\`.
- \`rig01\`: a name for this machine. Give each machine its own.
- With a [referral code](/support/article/referral-program), add \`#CODE\` at the very end and put quotation marks around the whole user string.

[The user field explained](/support/article/worker-string-format) describes each part.`;

function remarks(program: MiningProgram, pair: ProgramAlgorithm, algorithm: Algorithm): string {
  const certain = {
    high: [],
    medium: ['The maker does not list this algorithm in every version: use the newest.'],
    low: ['Only older versions are known to support this. Another program is the safer choice.'],
  };
  const notes = [
    pair.note === null ? [] : [capital(pair.note)],
    certain[pair.confidence],
    program.notes,
  ].flat();
  const own = notes.map((note) => `- ${note.replace(/\.?$/, '.')}`);
  return [
    '## Good to know',
    '',
    `- ${program.name} calls this algorithm \`${pair.flag}\`.`,
    `- ${algorithm.facts}`,
    ...own,
  ].join('\n');
}

function whenItFails(program: MiningProgram): string {
  return `## Turn on auto-pay

Auto-pay is off at first. Turn it on at the top of your [address page](/address) once you have mined for up to two hours: [automatic and manual payouts](/support/article/payouts-auto-and-manual).

## When it does not connect

1. Read the pool’s answer in the console: a refused login says why. [The refusals, one by one](/support/article/refused-logins).
2. It connects and drops at once: TLS and port do not match, or the program refuses [the certificate](/support/article/ports-and-ssl#the-certificate).
3. It mines but does not appear: look up your address [here](/address) and allow up to ten minutes. [My worker is offline](/support/article/why-offline).
4. Many shares are refused: [stale and rejected shares](/support/article/shares-stale-rejected).

Everything else about ${program.name} is in [its maker’s documentation](${program.links.documentation}).`;
}

function code(text: string): string {
  return `\`\`\`\n${text.trimEnd()}\n\`\`\``;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
