import type { TSchema } from 'typebox';
import { isLong, isOptional, typingOf } from '../parameters.ts';
import type { Verb } from '../verb.ts';
import { html, type Html } from './html.ts';
import { acts } from './page-verbs.ts';

/** What a visitor typed, by the name of the field. */
export type Typed = Pick<URLSearchParams, 'get' | 'getAll' | 'has' | 'toString'>;

/** What is wrong with a field, by its name. */
export type FieldFaults = Readonly<Record<string, string>>;

/** A field for everything of a verb that is typed; the reason comes last, beside the button. */
export function verbForm(verb: Verb, typed: Typed, faults: FieldFaults): Html {
  const { reason, ...own } = verb.input;
  const fields = Object.entries({ ...own, ...(reason === undefined ? {} : { reason }) });
  return html`<form method="${acts(verb) ? 'post' : 'get'}">
${fields.map(([name, parameter]) => field(name, parameter, typed, faults[name]))}
<p><button type="submit">${acts(verb) ? 'Go on' : 'Look'}</button>${acts(verb) ? html` <span class="hint">You are asked once more before anything is done.</span>` : ''}</p>
</form>`;
}

function field(name: string, parameter: TSchema, typed: Typed, fault: string | undefined): Html | undefined {
  const typing = typingOf(parameter);
  if (typing === undefined) return undefined;
  const label = labelOf(typing.flags);
  const isNeeded = !isOptional(parameter) && kindOf(parameter) !== 'array' && typing.default === undefined;
  const described = `${name}-about${fault === undefined ? '' : ` ${name}-fault`}`;
  const about = html`<span class="hint" id="${name}-about">${typing.description}${isNeeded ? '' : ' (may stay empty)'}</span>`;
  const wrong =
    fault === undefined ? undefined : html`<span class="fault" id="${name}-fault">Not right: ${fault}</span>`;
  const state = html`aria-describedby="${described}"${fault === undefined ? '' : html` aria-invalid="true"`}`;
  const value = typed.has(name) ? typed.getAll(name).join('\n') : usualText(typing.default);
  if (kindOf(parameter) === 'boolean')
    return html`<p class="field"><label class="check"><input type="checkbox" name="${name}" value="yes" ${state}${value === 'yes' ? html` checked` : ''}> ${label}</label>
<span class="hint" id="${name}-about">${typing.description}</span>${wrong}</p>`;
  return html`<p class="field"><label for="${name}">${label}</label>
${control(name, parameter, value, html`${state}${isNeeded ? html` required` : ''}`)}
${about}${wrong}</p>`;
}

function control(name: string, parameter: TSchema, value: string, state: Html): Html {
  const choices = typingOf(parameter)?.choices;
  if (choices !== undefined)
    return html`<select id="${name}" name="${name}" ${state}><option value="">${isOptional(parameter) ? 'any' : 'choose one'}</option>${choices.map((choice) => html`<option${choice === value ? html` selected` : ''}>${choice}</option>`)}</select>`;
  if (kindOf(parameter) === 'array')
    return html`<textarea id="${name}" name="${name}" rows="3" ${state}>${value}</textarea>`;
  if (isLong(parameter))
    // A line end right behind the tag is dropped by browsers.
    return html`<textarea id="${name}" name="${name}" rows="14" maxlength="20000" ${state}>\n${value}</textarea>`;
  const mode = kindOf(parameter) === 'integer' ? html` inputmode="numeric"` : '';
  return html`<input id="${name}" name="${name}" value="${value}" autocomplete="off" spellcheck="false" maxlength="1000"${mode} ${state}>`;
}

/** How a field is named that is typed, and what else a verb was given, by its own name. */
export function labelOfField(verb: Verb, name: string): string {
  const parameter = verb.input[name];
  const typing = parameter === undefined ? undefined : typingOf(parameter);
  return typing === undefined ? name : labelOf(typing.flags);
}

/** `--despite-rate <why>` is read as *despite rate*, `[ids...]` as *ids*. */
function labelOf(flags: string): string {
  const word = flags.startsWith('-')
    ? flags.replace(/^--/, '').replace(/ .*$/, '')
    : flags.replaceAll(/[<>[\].]/g, '');
  return word.replaceAll('-', ' ');
}

/** The JSON type of a parameter. */
export function kindOf(parameter: TSchema): string {
  const { type } = parameter as { readonly type?: unknown };
  return typeof type === 'string' ? type : 'string';
}

function usualText(usual: unknown): string {
  return typeof usual === 'string' || typeof usual === 'number' ? String(usual) : '';
}
