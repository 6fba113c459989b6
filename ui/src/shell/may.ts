import type { Schemas } from '#/api/client';
import { mayAct } from '#/parts/Denied';
import { t } from '#/texts';
import { useOrganization } from './place';

const order: Schemas['OrganizationRole'][] = ['owner', 'admin', 'developer', 'viewer'];

/** useOff is why a button is off for one's role, or nothing. It goes into Button's `off`. */
export function useOff(need: Schemas['OrganizationRole']): string | undefined {
  const role = useOrganization()?.role;
  if (role === undefined || mayAct(role, need)) return undefined;
  return t.shell.roleNeeded(order.slice(0, order.indexOf(need) + 1).map((one) => t.parts.roles[one]), t.parts.yourRole[role]);
}
