import { workOfDifficulty } from '../../core/difficulty.ts';
import { printUint32 } from '../../wire/hex.ts';
import { plainNumber } from '../../wire/plain-number.ts';
import type { PortRules } from '../../core/session-state.ts';
import type { SessionState } from './session-state.ts';

const extensionsMax = 16;

/**
 * Answers `mining.configure` (BIP 310): version rolling within the mask that both sides allow, a minimum difficulty
 * within the port's bounds, extranonce changes always. Extensions of other names are refused one by one.
 */
export function configure<State extends Pick<SessionState, 'versionMask' | 'floor' | 'followsExtranonce'>>(
  state: State,
  params: readonly unknown[],
  rules: PortRules,
): { readonly state: State; readonly result: Readonly<Record<string, unknown>> } | undefined {
  const [extensions, optionsRaw] = params;
  if (!Array.isArray(extensions) || extensions.length > extensionsMax) return undefined;
  const options = new Map(
    typeof optionsRaw === 'object' && optionsRaw !== null ? Object.entries(optionsRaw) : [],
  );
  const answers = new Map<string, unknown>();
  let {
    versionMask,
    floor,
    followsExtranonce,
  }: Pick<SessionState, 'versionMask' | 'floor' | 'followsExtranonce'> = state;
  for (const extension of extensions as readonly unknown[]) {
    if (typeof extension !== 'string' || !/^[a-z][a-z-]{0,31}$/.test(extension)) continue;
    switch (extension) {
      case 'version-rolling': {
        versionMask = agreedMask(options.get('version-rolling.mask'), rules.versionMask);
        answers.set(extension, versionMask !== 0);
        if (versionMask !== 0) answers.set('version-rolling.mask', printUint32(versionMask));
        break;
      }
      case 'minimum-difficulty': {
        const least = plainNumber(options.get('minimum-difficulty.value'));
        const work = workOfDifficulty(least, rules.scale, rules);
        answers.set(extension, work !== undefined);
        floor = work ?? floor;
        break;
      }
      case 'subscribe-extranonce':
        followsExtranonce = true;
        answers.set(extension, true);
        break;
      default:
        answers.set(extension, false);
    }
  }
  return {
    state: { ...state, versionMask, floor, followsExtranonce },
    result: Object.fromEntries(answers),
  };
}

/** A miner that names no mask takes whatever the pool allows. */
function agreedMask(wanted: unknown, allowed: number): number {
  if (wanted === undefined) return allowed;
  if (typeof wanted !== 'string' || !/^[0-9a-f]{1,8}$/i.test(wanted)) return 0;
  return (Number.parseInt(wanted, 16) & allowed) >>> 0;
}
