import { t } from '#/texts';

export type Action = keyof typeof t.audit.actions;

/** What the log of an organization can hold. */
export const actions = Object.keys(t.audit.actions) as Action[];
