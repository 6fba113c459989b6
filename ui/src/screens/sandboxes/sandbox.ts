import type { Schemas } from '#/api/client';

export type Sandbox = Schemas['Sandbox'];
