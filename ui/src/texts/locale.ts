/** The language that the console speaks. A second catalogue makes this a choice. */
export const locale = 'en-GB';
