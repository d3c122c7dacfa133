import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { serializersOnce } from './serializers-once.ts';

const number = { type: 'object', properties: { n: { type: 'integer' } } };
const text = { type: 'object', properties: { n: { type: 'string' } } };

it('makes one serializer a schema, and answers each route by its own', async () => {
  const compile = await serializersOnce();
  const ofNumber = compile({ schema: number, method: 'GET', url: '/a', httpStatus: '200' });
  expect(compile({ schema: number, method: 'HEAD', url: '/b', httpStatus: '4xx' })).toBe(ofNumber);
  expect(compile({ schema: { ...number }, method: 'GET', url: '/a', httpStatus: '200' })).not.toBe(ofNumber);
  expect(ofNumber({ n: 7, more: 'left out' })).toBe('{"n":7}');

  const app = fastify({ schemaController: { compilersFactory: { buildSerializer: () => compile } } });
  await app.register(async (nested) => {
    nested.get('/number', { schema: { response: { 200: number, '4xx': text } } }, () => ({ n: 7, more: 1 }));
    nested.get('/text', { schema: { response: { 200: text, '4xx': number } } }, (_request, reply) =>
      reply.code(404).send({ n: 7 }),
    );
  });
  app.get('/', { schema: { response: { 200: text } } }, () => ({ n: 7 }));
  const bodyOf = async (url: string) => (await app.inject({ url })).body;
  expect([await bodyOf('/number'), await bodyOf('/text'), await bodyOf('/')]).toEqual([
    '{"n":7}',
    '{"n":7}',
    '{"n":"7"}',
  ]);
  await app.close();
});
