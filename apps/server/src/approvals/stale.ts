import type { ApprovalField } from '@maru/contract'
import { inEach, type Wording, wordingIn } from '@maru/contract/language'
import { Refused } from '../http/index.ts'
import { none } from './words.ts'

/** A part of what stands, and what it is. */
type Standing = readonly [label: Wording, now: Wording]

/** Refuses whoever saw an older version, and tells what stands now, part by part. */
export const stale = (standing: readonly Standing[], params: Refused['params'] = {}): Refused =>
  new Refused('STALE_VERSION', {
    ...params,
    newer: inEach((language) =>
      standing.map(([label, now]) => `${wordingIn(label, language)}: ${wordingIn(now, language)}`).join(' · '),
    ),
  })

/** What stands of the fields of a change. */
export const standingOf = (fields: readonly ApprovalField[]): Standing[] =>
  fields.map(({ label, before }) => [label, before ?? none])
