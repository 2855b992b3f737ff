import { z } from 'zod'
import { desk, deskRead } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './primitives.ts'

/** A member of staff saves so many at most. */
export const mostSavedFilters = 100

const List = z
  .string()
  .regex(/^[a-z_-]{1,30}(:[a-z_-]{1,30})?$/)
  .meta({ description: 'The list that it cuts, as the console names it' })
const Filter = z
  .record(z.string().regex(/^[A-Za-z]{1,20}$/), z.string().max(200))
  .refine((fields) => Object.keys(fields).length <= 12)

/** What somebody cuts a list to again and again; nobody else sees it. */
export const SavedFilter = z.object({
  id: Id,
  list: z.string(),
  name: z.string(),
  filter: z.record(z.string(), z.string()),
})
export type SavedFilter = z.infer<typeof SavedFilter>

const write = { ...desk, permission: 'savedFilters' } as const

export const consoleFilterEndpoints = {
  filterList: endpoint({
    ...deskRead,
    permission: 'savedFilters',
    path: '/api/console/saved_filter',
    summary: '내가 저장한 필터',
    response: z.object({ content: z.array(SavedFilter) }),
  }),
  filterSave: endpoint({
    ...write,
    path: '/api/console/saved_filter',
    summary: '필터 저장: 같은 목록의 같은 이름은 바뀝니다',
    params: z.object({}),
    body: z.strictObject({ list: List, name: z.string().trim().min(1).max(40), filter: Filter }),
    response: SavedFilter,
    errors: ['SAVED_FILTERS_FULL'],
  }),
  filterDelete: endpoint({
    ...write,
    path: '/api/console/saved_filter/:id/delete',
    summary: '저장한 필터 삭제',
    body: z.strictObject({}),
    response: z.object({ ok: z.literal(true) }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
