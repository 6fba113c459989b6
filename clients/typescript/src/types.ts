// How the types of the description become those of methods.
import type { operations } from './schema.ts';

type Name = keyof operations;
type JSONOf<T> = T extends { content: { 'application/json': infer B } } ? B : never;

/** What an operation takes in its query. */
export type Query<O extends Name> = operations[O]['parameters'] extends { query?: infer Q } ? NonNullable<Q> : never;

/** What an operation takes as its body. */
export type Body<O extends Name> = operations[O] extends { requestBody?: infer B } ? JSONOf<NonNullable<B>> : never;

/** What an operation answers. */
export type Result<O extends Name> = operations[O]['responses'] extends { 200: infer A } ? JSONOf<A>
  : operations[O]['responses'] extends { 201: infer A } ? JSONOf<A>
  : void;

/** One record of a list. */
export type Item<O extends Name> = Result<O> extends { data: (infer T)[] } ? T & { id: string } : never;
