import { vi } from 'vitest'

/** The text of the file that the page hands to the browser in `save`, which keeps nothing of it. */
export async function savedFile(save: () => Promise<void>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<Blob>()
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    resolve(file as Blob)
    return 'blob:saved'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await save()
  const bytes = await (await promise).arrayBuffer()
  make.mockRestore()
  click.mockRestore()
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
