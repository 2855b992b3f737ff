import { isChunkError } from '@maru/client/page/chunk-recovery'
import { Button, Empty } from '@maru/ui'

/** What stands in place of a page that failed. */
export function PageFailure({ error }: { error: unknown }) {
  return (
    <main className="alone" role="alert">
      <Empty title={isChunkError(error) ? '화면을 불러오지 못했습니다' : '화면에 문제가 생겼습니다'}>
        다시 불러오면 이어서 일할 수 있습니다. 이미 보낸 요청은 그대로 처리됩니다.
      </Empty>
      <Button tone="primary" onClick={() => location.reload()}>
        다시 불러오기
      </Button>
    </main>
  )
}

/** What stands where a page is not, or not for this person. */
export function NotHere({ title }: { title: string }) {
  return (
    <main className="alone">
      <Empty title={title}>왼쪽에서 다른 화면을 골라 주세요.</Empty>
    </main>
  )
}
