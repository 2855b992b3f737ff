import { call } from '@maru/client/api/client'
import type { InquiryRow } from '@maru/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe } from '../../live/index.ts'

const key = ['contact']
export const oneKey = (id: string) => [...key, 'one', id]

/** The member's inquiries, the newest first. */
export const useInquiries = () =>
  useQuery({
    queryKey: [...key, 'list'],
    queryFn: async (): Promise<InquiryRow[]> => {
      const found = await call('GET /api/contact/list')
      return Array.isArray(found) ? found : []
    },
  })

/** One inquiry; asking for it reads its answer. */
export const useInquiry = (id: string) =>
  useQuery({ queryKey: oneKey(id), queryFn: () => call('POST /api/contact/read', { body: { id } }) })

/** Asks anew: an answer comes with a message. Returns how to do it by hand. */
export function useRenewal(): () => void {
  const cache = useQueryClient()
  useEffect(() => {
    const renew = () => void cache.invalidateQueries({ queryKey: key })
    return subscribe('/user/queue/message', { onMessage: renew, onReload: renew })
  }, [cache])
  return () => void cache.invalidateQueries({ queryKey: key })
}
