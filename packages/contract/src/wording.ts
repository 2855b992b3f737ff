import { z } from 'zod'

/** Words of the server that people read: in both languages, or what is the same in each (a name, a figure). */
export const Wording = z.union([z.string(), z.object({ ko: z.string(), en: z.string() })])
