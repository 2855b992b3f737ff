import type { moneyTexts } from './texts.ts'

type Translate = (key: keyof typeof moneyTexts.ko, params?: Readonly<Record<string, string>>) => string

/** A length of time in words: hours from one on, minutes below. */
export const hoursOf = (seconds: number, t: Translate): string =>
  seconds >= 3_600
    ? t('hours', { count: String(Math.round(seconds / 3_600)) })
    : t('minutes', { count: String(Math.max(1, Math.round(seconds / 60))) })
