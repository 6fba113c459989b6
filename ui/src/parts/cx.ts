/** cx joins class names and leaves out what is not one. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
