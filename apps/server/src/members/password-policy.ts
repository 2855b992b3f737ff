import { latinKeys } from './hangul-keys.ts'

/** Words of this house and its members' world that a guesser tries first. */
const brand = [
  ...['maru', '마루', 'trading', 'bitcoin', 'binance', 'futures', 'korea', 'password', 'qwerty', 'admin'],
  // The passwords of the demo members are published.
  'demo-pass',
  ...['해외선물', '비트코인', '관리자', '마루트레이딩'].map(latinKeys),
]

/** Korean words that everybody tries first, as Latin keys write them. */
const korean = [
  '비밀번호',
  '패스워드',
  '안녕하세요',
  '사랑해',
  '대한민국',
  '우리나라',
  '아버지',
  '어머니',
  '강아지',
  '고양이',
].map((word) => latinKeys(word).toLowerCase())

/** Why a password is easy to guess; the page says it to the member. */
export type Weakness = 'REPEATED' | 'RUN' | 'COMMON' | 'BRAND' | 'OWN'

/**
 * Why the password is easy to guess, or null. Common and breached ones (49,000 of them, also with digits and signs added or letters
 * replaced), brand words, the member's own names, runs and repetitions are. Length and characters are the contract's.
 */
export async function weaknessOf(password: string, own: readonly string[]): Promise<Weakness | null> {
  const lower = password.toLowerCase()
  if (isRepetitive(lower)) return 'REPEATED'
  if (isRun(lower) || (await isWalk(lower))) return 'RUN'

  const plain = unleet(lower)
  const common = await commonPasswords()
  for (const form of new Set([lower, plain])) {
    if (common.has(form)) return 'COMMON'
    const core = form.replace(/^[^a-z]+|[^a-z]+$/g, '')
    // The rest beside a common word must be as strong as a short password.
    if (core === '' || form.length - core.length >= minRest) continue
    if (brand.includes(core)) return 'BRAND'
    if (common.has(core)) return 'COMMON'
  }
  const isMostly = (word: string) => {
    const rest = lower.split(word).join('')
    return rest.length < lower.length && rest.length < minRest
  }
  if (own.flatMap(formsOf).some((form) => form.length >= 4 && isMostly(form))) return 'OWN'
  const digits = lower.replace(/\D/g, '')
  if (own.map(subscriberNumber).some((number) => number !== '' && digits.includes(number))) return 'OWN'
  if (korean.some(isMostly)) return 'COMMON'
  return brand.some(isMostly) ? 'BRAND' : null
}

const minRest = 8

/** A name or number as it may be typed: as it is, without dashes, in the keys of a Korean layout. */
const formsOf = (own: string): string[] =>
  [own, own.replaceAll('-', ''), latinKeys(own)].map((form) => form.normalize('NFKC').toLowerCase())

/** A phone number without its area code: its last seven or eight digits; empty for other text. */
const subscriberNumber = (own: string): string =>
  /^0\d{1,2}-\d{3,4}-\d{4}$/.test(own) ? own.replace(/^\d+-/, '').replaceAll('-', '') : ''

/** Mostly steps from a key to one beside it, in whatever direction: 1qaz2wsx3edc, 1q2w3e4r5t. */
async function isWalk(text: string): Promise<boolean> {
  const { adjacencyGraphs } = await import('@zxcvbn-ts/language-common')
  const graph: Readonly<Record<string, readonly (string | null)[]>> = adjacencyGraphs.qwerty
  let steps = 0
  for (let i = 1; i < text.length; i++) {
    if (graph[text[i - 1] ?? '']?.some((key) => key?.includes(text[i] ?? ' '))) steps += 1
  }
  return steps >= (text.length - 1) * 0.7
}

/** Fewer than five different characters, or a short piece over and over. */
function isRepetitive(text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,5})\1+.{0,4}$/.test(text)
}

/** Mostly neighbours on the keyboard or in the alphabet. */
function isRun(text: string): boolean {
  let steps = 0
  for (let i = 1; i < text.length; i++) {
    const pair = text.slice(i - 1, i + 1)
    if (rows.some((row) => row.includes(pair))) steps += 1
  }
  return steps >= text.length - 3
}
const forward = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '!@#$%^&*()']
const rows = [...forward, ...forward.map((row) => [...row].reverse().join(''))]

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
const unleet = (text: string): string => text.replace(/[013457@$]/g, (sign) => leet[sign] ?? sign)

let loading: Promise<ReadonlySet<string>> | null = null
/** Read when the first password is judged: a start has no use for them. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set((dictionary['passwords-common'] as string[]).filter((word) => word.length >= 5)),
  )
  return loading
}
