/** The code that is suggested for a partner: his username without what no code has, four characters at least. */
export const codeOf = (username: string): string =>
  username
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .padEnd(4, '1')
    .slice(0, 20)
