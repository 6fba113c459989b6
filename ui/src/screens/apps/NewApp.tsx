import { NotFound } from '#/shell/NotFound';

export const NewApp = NotFound;
