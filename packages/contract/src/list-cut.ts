import { z } from 'zod'
import { Day } from './primitives.ts'

/** The days in Korea that a list of the console may be cut to, both inclusive. */
export const listDays = { startDate: Day.optional(), endDate: Day.optional() }

/** The same, and a text that stands in its rows. */
export const listCut = {
  ...listDays,
  q: z.string().trim().max(80).optional().meta({ description: 'A number as a whole, or a part of a text' }),
}
