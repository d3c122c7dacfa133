import { buildCommand, type CommandInput } from './build-command.ts';
import type { TextFile } from './build-config-file.ts';

/**
 * A script to start mining with: it changes to its own folder, runs the command and, on Windows, keeps the window open
 * when the program ends. Named `{product}-{coin}-{algorithm}-{miner}` with `.bat` or `.sh`.
 */
export function buildStartScript(product: string, input: CommandInput): TextFile {
  const parts = [product, input.values.coin, input.algorithm.algorithm, input.program.code];
  const stem = parts.map(fileNamePart).join('-');
  const command = buildCommand(input, 'script');
  if (input.system === 'linux') {
    const content = ['#!/usr/bin/env bash', 'cd "$(dirname "$0")" || exit 1', command, ''].join('\n');
    return { name: `${stem}.sh`, content };
  }
  return { name: `${stem}.bat`, content: ['@echo off', 'cd /d "%~dp0"', command, 'pause', ''].join('\r\n') };
}

/** Lower-case letters, digits and single hyphens, which every file system takes. */
function fileNamePart(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-');
}
