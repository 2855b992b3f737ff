import type { ListedAct, StaffAct } from '@maru/contract'
import { josa } from '@maru/ui'
import { actWord } from '../../parts/act-words.ts'
import { consoleLanguage } from '../../session/language.ts'
import { t } from './texts.ts'

/** What is searched for, as it is typed. Days are of the browser's zone. */
export interface Filter {
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly from: string
  readonly to: string
}
export const emptyFilter: Filter = { actor: '', action: '', subject: '', from: '', to: '' }

const dayMs = 86_400_000

/** The query of the call; what is empty or no number is left out. `to` counts to the end of its day. */
export function queryOf({ actor, action, subject, from, to }: Filter) {
  const number = (text: string) => (/^\d{1,15}$/.test(text) ? text : undefined)
  const start = (day: string) => (day === '' ? Number.NaN : Date.parse(`${day}T00:00:00`))
  const query = {
    actor: actor.trim() || undefined,
    action: action.trim() || undefined,
    subject: number(subject),
    from: Number.isNaN(start(from)) ? undefined : String(start(from)),
    to: Number.isNaN(start(to)) ? undefined : String(start(to) + dayMs - 1),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Partial<
    Record<keyof Filter, string>
  >
}

/** What was done or looked at, in words. */
export const whatOf = ({ action }: Pick<StaffAct, 'action'>): string => actWord(action)

/** An act in a sentence: who, what, on whom; names instead of numbers where there are some. */
export function sentenceOf(
  act: Pick<ListedAct, 'action' | 'staffName' | 'subjectId' | 'subjectName' | 'approvedByName'>,
) {
  const { staffName: who, subjectId, subjectName, approvedByName } = act
  const what =
    consoleLanguage() === 'ko' ? `‘${whatOf(act)}’${josa(whatOf(act), '을를').slice(whatOf(act).length)}` : whatOf(act)
  const named = subjectName === null ? null : t('person', { name: subjectName })
  const whom = named ?? (subjectId === null ? null : `#${subjectId}`)
  const done = whom === null ? t('sentence', { who, what }) : t('sentenceOn', { who, what, whom })
  return approvedByName === null ? done : done + t('agreedBy', { who: approvedByName })
}

/** The first change in one line. */
export function summaryOf({ changes }: Pick<StaffAct, 'changes'>): string {
  const [first] = changes
  if (!first) return '–'
  // What changed says more than when.
  const fields = Object.keys(first.after)
  const field = fields.find((name) => !name.endsWith('At')) ?? fields[0]
  if (field === undefined) return first.table
  return `${first.table} ${field}: ${textOf(first.before?.[field])} → ${textOf(first.after[field])}`
}

/** A value of a row as it is shown. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? t('nothing') : typeof value === 'string' ? value : JSON.stringify(value)

/** Beginning and end of a hash. */
export const shortHash = (hash: string | null): string =>
  hash === null ? t('sealing') : `${hash.slice(0, 4)}…${hash.slice(-4)}`
