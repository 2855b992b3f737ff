import * as contract from '@maru/contract/setting-text'
import { consoleLanguage } from '../session/language.ts'

// Values of the configuration in the language of the console.

export const weekdays = contract.weekdaysOf(consoleLanguage())

/** How many decimals a figure of a unit has at most, and the word behind it. */
export const placeOf = (unit: string) => contract.placeOf(unit, consoleLanguage())

/** A time in the largest unit that it is whole in. */
export const durationText = (ms: number): string => contract.durationText(ms, consoleLanguage())

/** A value in words. */
export const settingText = (...[value, shown]: Parameters<typeof contract.settingText>): string =>
  contract.settingText(value, shown, consoleLanguage())
