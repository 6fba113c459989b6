// Written by `npm run generate` in ui/. Do not edit.
/** The version of the API that this release was made for. */
export const apiVersion = '2026-11-01';
/** What requests call themselves. */
export const release = 'counterpart-js/0.1.0';
