import { describe, expect, it } from 'vitest';
import { readLoginFile } from './login-file.ts';

describe('a login file', () => {
  it.each([
    ['user:word', { user: 'user', password: 'word' }],
    ['__cookie__:0f:1e\n', { user: '__cookie__', password: '0f:1e' }],
    ['# of node one\r\n\r\nus er:pa"ss\\w ör\r\n', { user: 'us er', password: 'pa"ss\\w ör' }],
    ['user:', { user: 'user', password: '' }],
  ])('%j is read', (content, login) => expect(readLoginFile(content)).toEqual(login));

  it.each([
    ['', 'the login file holds no line user:password'],
    ['# user:word\n', 'the login file holds no line user:password'],
    ['one:1\ntwo:2', 'the login file holds more than one line'],
    ['secret', 'the login file holds a line that is not user:password'],
    [':secret', 'the login file holds a line that is not user:password'],
    ['ü:secret', 'the login file holds a user with characters beyond ASCII'],
    ['a\u0000b:secret', 'the login file holds a user with characters beyond ASCII'],
  ])('%j is refused in words without its content', (content, words) =>
    expect(() => readLoginFile(content)).toThrow(new Error(words)),
  );
});
