import type { Schemas } from '#/api/client';
import { t } from '#/texts';
import { Button } from './Button';
import { useCopied } from './Copy';
import { Empty } from './Empty';
import { Say } from './Say';

type Role = Schemas['OrganizationRole'];
const order: Role[] = ['owner', 'admin', 'developer', 'viewer'];

/** mayAct tells whether a role is enough. */
export const mayAct = (have: Role, need: Role) => order.indexOf(have) <= order.indexOf(need);

/** Denied says which role is needed, who has it, and copies a link for them. */
export function Denied({ need, have, organization, what, people, level = 2 }: { need: Role; have: Role; organization: string; /** "see client secrets" */ what: string; /** Names of those who can, if they are known. */ people?: string[]; /** Of its heading: 1 in place of a page, 3 in a part of a form. */ level?: 1 | 2 | 3 }) {
  const [copied, copy] = useCopied();
  const enough = order.slice(0, order.indexOf(need) + 1).map((role) => t.parts.roles[role]);
  return (
    <div className="card">
      <Empty
        level={level}
        title={t.parts.denied(enough, organization, what)}
        actions={<Button onClick={() => void copy(window.location.href)}>{copied ? t.parts.copied : t.parts.copyLink}</Button>}
      >
        <p>
          <Say text={t.parts.deniedWhy(t.parts.yourRole[have])} />
          {people && people.length > 0 && <> {t.parts.deniedAsk(people)}</>}
        </p>
      </Empty>
    </div>
  );
}
