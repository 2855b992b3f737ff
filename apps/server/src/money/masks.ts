/** 홍길동 as 홍*동, 홍길 as 홍*, Mary Ann as M******n: the first and last letter of a name. */
export function maskName(name: string): string {
  const letters = [...name]
  if (letters.length < 2) return '*'
  if (letters.length === 2) return `${letters[0]}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

/** hangang_view as han********w: enough to know it again. */
export const maskUsername = (username: string): string =>
  username.length <= 5
    ? `${username.slice(0, 2)}${'*'.repeat(username.length - 2)}`
    : `${username.slice(0, 3)}${'*'.repeat(username.length - 4)}${username.slice(-1)}`
