import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty } from '@maru/ui'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listTexts } from './texts.ts'

/** The list, its skeleton while it is on its way, why it is empty, or that it could not be loaded. */
export function Loaded({
  query,
  isEmpty,
  empty,
  skeleton,
  children,
}: {
  query: Pick<UseQueryResult | UseInfiniteQueryResult, 'isPending' | 'isError' | 'refetch' | 'data'>
  isEmpty: boolean
  empty: readonly [string, string]
  skeleton: ReactNode
  children: ReactNode
}) {
  if (query.isPending) return skeleton
  if (query.isError && query.data === undefined) return <LoadFailed query={query} />
  return isEmpty ? <Empty title={empty[0]}>{empty[1]}</Empty> : children
}

/** Stands in place of what could not be loaded, with the way to ask again. */
export function LoadFailed({ query }: { query: Pick<UseQueryResult | UseInfiniteQueryResult, 'refetch'> }) {
  const t = useTexts(listTexts)
  return (
    <Empty title={t('loadFailed')}>
      <Button size={36} onClick={() => void query.refetch()}>
        {t('retry')}
      </Button>
    </Empty>
  )
}
