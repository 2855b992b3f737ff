import { useTexts } from '@maru/client/i18n/texts'
import { Empty } from '@maru/ui'
import { Link } from 'react-router'
import { listTexts } from './texts.ts'

/** Stands where a guest has no rows: `title` says what he would see as a member. */
export function GuestHint({ title }: { title: string }) {
  const t = useTexts(listTexts)
  return (
    <Empty title={title}>
      <Link className="btn btn-s btn-primary" to="/signin">
        {t('signIn')}
      </Link>
    </Empty>
  )
}
