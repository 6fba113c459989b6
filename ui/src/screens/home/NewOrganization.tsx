import { NotFound } from '#/shell/NotFound';

export const NewOrganization = NotFound;
