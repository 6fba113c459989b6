import type { Schemas } from '#/api/client';

export type Member = Schemas['OrganizationMember'];
export type Role = Schemas['OrganizationRole'];
export const roles: readonly Role[] = ['owner', 'admin', 'developer', 'viewer'];
