/** Hands a text in UTF-8, or what is a file already, to the browser as a file of a media type. */
export function saveFile(name: string, content: string | Blob, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
