import type { Deployment } from '../edges/present/deployment.ts';
import type { SettingReader } from './setting-reader.ts';

type PublishedApp = NonNullable<Deployment['operator']['app']>;

const form =
  'OPENLODE_APP must be VERSION YYYY-MM-DD and at least one of android=https://… and ios=https://…';

/**
 * Reads the operator's own monitoring app, `1.0.0-beta 2024-06-04 android=https://play.example/app`: version, build date, and where it is
 * published. Null without the setting: then the site names neither a version nor a store that has it.
 */
export function readPublishedApp(settings: SettingReader): PublishedApp | null {
  const text = settings.text('OPENLODE_APP');
  if (text === undefined) return null;
  const [version = '', buildDate = '', ...stores] = text.split(/\s+/);
  const found = stores.map((store) => /^(android|ios)=(https:\/\/\S+)$/.exec(store));
  const urlOf = (name: string): string | null => found.find((match) => match?.[1] === name)?.[2] ?? null;
  const app = { version, build_date: buildDate, android: urlOf('android'), ios: urlOf('ios') };
  const isSound =
    /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version) &&
    isDate(buildDate) &&
    found.length > 0 &&
    !found.includes(null) &&
    new Set(found.map((match) => match?.[1])).size === found.length;
  if (!isSound) settings.fault(form);
  return isSound ? app : null;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
