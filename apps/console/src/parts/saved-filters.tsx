import { call } from '@maru/client/api/client'
import { Button, FormError } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useSiteId } from '../session/staff.ts'
import { errorText } from '../session/words.ts'
import { t } from './texts.ts'
import { useAct } from './use-act.ts'

/** The filter of a list as one map of texts, and the way to put another one in its place. */
export interface FilterOf {
  readonly value: Readonly<Record<string, string>>
  readonly apply: (value: Readonly<Record<string, string>>) => void
}

/** Filters of a list that one saved for himself: chosen, saved under a name, deleted. `id` names the list on its page. */
export function SavedFilters({ id: listId, value, apply }: FilterOf & { id: string }) {
  const siteId = useSiteId()
  const { pathname } = useLocation()
  const list = `${pathname.split('/')[1] ?? ''}:${listId}`
  const { data, refetch } = useQuery({
    queryKey: ['saved-filters', siteId],
    queryFn: () => call('GET /api/console/saved_filter'),
    staleTime: 300_000,
  })
  const { act, busy, failure } = useAct()
  const [name, setName] = useState<string | null>(null)
  const own = data?.content.filter((one) => one.list === list) ?? []
  const chosen = own.find(({ filter }) => isSame(filter, value))
  const isCut = Object.values(value).some((text) => text !== '')
  const changed = () => {
    setName(null)
    void refetch()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const filter = Object.fromEntries(Object.entries(value).filter(([, text]) => text !== ''))
    void act({
      run: (key) =>
        call('POST /api/console/saved_filter', { params: {}, key, body: { list, name: (name ?? '').trim(), filter } }),
      done: t('filterSaved'),
      onDone: changed,
    })
  }
  const remove = (id: number) =>
    void act({
      run: (key) => call('POST /api/console/saved_filter/:id/delete', { params: { id: String(id) }, key, body: {} }),
      done: t('filterDeleted'),
      onDone: changed,
    })
  return (
    <>
      {own.length > 0 && (
        <label className="pick">
          <span>{t('savedFilters')}</span>
          <select
            value={chosen?.id ?? ''}
            onChange={(event) => apply(own.find(({ id }) => String(id) === event.currentTarget.value)?.filter ?? {})}
          >
            <option value="">{t('noFilter')}</option>
            {own.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {chosen && (
        <Button size={36} disabled={busy} onClick={() => remove(chosen.id)}>
          {t('deleteFilter')}
        </Button>
      )}
      {isCut && !chosen && name === null && (
        <Button size={36} onClick={() => setName('')}>
          {t('saveFilter')}
        </Button>
      )}
      {name !== null && (
        <form className="pick" onSubmit={save}>
          <input
            // biome-ignore lint/a11y/noAutofocus: the field was opened by the button that it replaces.
            autoFocus
            aria-label={t('filterName')}
            placeholder={t('filterName')}
            value={name}
            maxLength={40}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={({ key }) => key === 'Escape' && setName(null)}
          />
          <Button type="submit" size={36} tone="primary" disabled={name.trim() === ''} aria-busy={busy}>
            {t('keepFilter')}
          </Button>
        </form>
      )}
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
    </>
  )
}

/** Whether two filters cut to the same: what is empty cuts nothing. */
export function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => (a[name] ?? '') === (b[name] ?? ''))
}
