export const home = {
  title: 'Home',
  yourApps: 'Your apps',
};
