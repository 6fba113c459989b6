import { NotFound } from '#/shell/NotFound';

export const Go = NotFound;
