import { call } from '@maru/client/api/client'
import type { NoticeCategory, NoticeRow } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'

/** Notices of a category, or of all: pinned ones first, then the newest. */
export const noticesQuery = (category: NoticeCategory | 'ALL') =>
  queryOptions({
    queryKey: ['public', 'notices', category],
    queryFn: async (): Promise<NoticeRow[]> => {
      const found = await call('GET /api/content/notice/list', { query: category === 'ALL' ? {} : { category } })
      return Array.isArray(found) ? found : []
    },
    meta: { public: true },
  })
