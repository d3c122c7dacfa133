import { fastify } from 'fastify';

/** What Fastify asks for: the serializer of one status of a route. */
interface StatusOfRoute {
  readonly schema?: unknown;
  readonly method: string;
  readonly url: string;
  readonly httpStatus?: string;
}

type Serializer = (data: unknown) => string;
export type SerializerCompiler = (status: StatusOfRoute) => Serializer;

/** By schema: those of refusals are the same object in every route. */
const made = new WeakMap<object, Serializer>();
let usual: Promise<SerializerCompiler> | undefined;

/**
 * Fastify's compiler of serializers, for each schema once. By itself Fastify writes the code of a schema for each status of each route, and again for
 * its HEAD: four times as much as there are schemas, half of what building the server takes.
 */
export async function serializersOnce(): Promise<SerializerCompiler> {
  usual ??= usualCompiler();
  const compile = await usual;
  return (status) => {
    const { schema } = status;
    if (typeof schema !== 'object' || schema === null) return compile(status);
    const known = made.get(schema) ?? compile(status);
    made.set(schema, known);
    return known;
  };
}

/** A server tells its compiler once it has compiled something. */
async function usualCompiler(): Promise<SerializerCompiler> {
  const app = fastify();
  app.get('/', { schema: { response: { 200: { type: 'string' } } } }, () => '');
  await app.ready();
  const compiler = app.serializerCompiler;
  await app.close();
  if (compiler === undefined) throw new Error('Fastify has no compiler of serializers');
  return compiler as SerializerCompiler;
}
