import type { Deployment } from '../edges/present/deployment.ts';
import { readPublishedApp } from './published-app.ts';
import type { SettingReader } from './setting-reader.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Undefined where it was not set: a terminal and a log file have levels of their own. */
export type LogLevel = (typeof logLevels)[number] | undefined;

export function readLogLevel(settings: SettingReader): LogLevel {
  const text = settings.text('OPENLODE_LOG_LEVEL');
  const level = logLevels.find((each) => each === text);
  if (text !== undefined && level === undefined)
    settings.fault(`OPENLODE_LOG_LEVEL must be one of ${logLevels.join(', ')}`);
  return level;
}

/** Who runs the pool, as visitors read it. */
export function readOperator(settings: SettingReader, usualName: string): Deployment['operator'] {
  return {
    name: settings.text('OPENLODE_OPERATOR_NAME') ?? usualName,
    contact: settings.text('OPENLODE_OPERATOR_CONTACT') ?? null,
    links: readLinks(settings),
    app: readPublishedApp(settings),
  };
}

function readLinks(settings: SettingReader): Deployment['operator']['links'] {
  const links = settings
    .list('OPENLODE_OPERATOR_LINKS')
    .map((part) => /^([^=]{0,39}[^=\s])\s*=\s*(https:\/\/\S+)$/.exec(part));
  if (links.includes(null))
    settings.fault('OPENLODE_OPERATOR_LINKS must be NAME=https://…, several separated by commas');
  return links.flatMap((link) => (link === null ? [] : [{ name: link[1] ?? '', url: link[2] ?? '' }]));
}
