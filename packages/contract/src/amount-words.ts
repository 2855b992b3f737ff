import type { Language } from './language.ts'

const koDigits = ['', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구'] as const
const koSpoken = ['영', ...koDigits.slice(1)] as const
/** Of a digit in its group of four, from the units on. */
const koPlaces = ['', '십', '백', '천'] as const
/** Of a group of four digits, from the units on. */
const koGroups = ['', '만', '억', '조', '경', '해'] as const

/** 3456 as 삼천사백오십육: a one before 십, 백 and 천 is not read. */
const koGroup = (digits: string): string =>
  [...digits]
    .map((digit, at) => {
      const place = koPlaces[digits.length - 1 - at] ?? ''
      if (digit === '0') return ''
      return digit === '1' && place !== '' ? place : `${koDigits[Number(digit)]}${place}`
    })
    .join('')

function koWhole(digits: string): string {
  const groups = groupsOf(digits, 4)
  const read = groups.flatMap((group, at) => {
    const name = koGroups[groups.length - 1 - at] ?? ''
    const words = koGroup(group)
    if (words === '') return []
    // 10,000 is 만; 100,000,000 is 일억.
    return [words === '일' && name === '만' ? name : `${words}${name}`]
  })
  return read.join(' ') || '영'
}

const enOnes =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const enTens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
/** Of a group of three digits, from the units on. */
const enGroups = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion', ' quintillion'] as const

function enGroup(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const [tens, ones] = [Math.floor(rest / 10), rest % 10]
  const below = rest < 20 ? enOnes[rest] : `${enTens[tens]}${ones === 0 ? '' : `-${enOnes[ones]}`}`
  if (hundreds === 0) return below ?? ''
  return `${enOnes[hundreds]} hundred${rest === 0 ? '' : ` ${below}`}`
}

function enWhole(digits: string): string {
  const groups = groupsOf(digits, 3)
  const read = groups.flatMap((group, at) =>
    Number(group) === 0 ? [] : [`${enGroup(Number(group))}${enGroups[groups.length - 1 - at] ?? ''}`],
  )
  return read.join(' ') || 'zero'
}

/** Digits in groups of so many, the first one with what is over. */
function groupsOf(digits: string, size: number): string[] {
  const padded = digits.padStart(Math.ceil(digits.length / size) * size, '0')
  return padded.match(new RegExp(`\\d{${size}}`, 'g')) ?? []
}

const inLanguage: Readonly<
  Record<
    Language,
    { readonly whole: (digits: string) => string; readonly digits: readonly string[]; point: string; minus: string }
  >
> = {
  ko: { whole: koWhole, digits: koSpoken, point: '점', minus: '마이너스' },
  en: { whole: enWhole, digits: enOnes, point: 'point', minus: 'minus' },
}

/**
 * A plain decimal as it is read aloud: `10000000` is 천만 (ten million), `0.5` is 영 점 오 (zero point five). A zero too many shows at
 * once. Whole parts have at most 21 digits.
 */
export function amountWords(decimal: string, language: Language): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d{1,21})(?:\.(\d+))?$/.exec(decimal) ?? []
  const { whole: read, digits, point, minus } = inLanguage[language]
  const parts = [...(sign === '' ? [] : [minus]), read(whole.replace(/^0+(?=\d)/, ''))]
  if (fraction === '') return parts.join(' ')
  const spoken = [...fraction].map((digit) => digits[Number(digit)])
  return [...parts, point, language === 'ko' ? spoken.join('') : spoken.join(' ')].join(' ')
}
