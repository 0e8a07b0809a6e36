/**
 * The player of an item's page: its button pauses on the still layer, as in an embed. Where motion is unwanted it stands
 * still by style alone until somebody plays it.
 */
export function startItemPlayer(player: HTMLElement): void {
  const film = player.querySelector('video')
  let playing = !matchMedia('(prefers-reduced-motion: reduce)').matches

  const follow = (next: boolean) => {
    playing = next
    player.toggleAttribute('data-paused', !playing)
    player.toggleAttribute('data-playing', playing)
    if (!film) return
    // A browser that does not let it play leaves its first frame: no error of ours.
    if (playing) film.play().catch(() => {})
    else film.pause()
  }
  if (!playing) follow(false)
  player.querySelector('[data-action="pause"]')?.addEventListener('click', () => follow(!playing))
  document.addEventListener('motion', (event) => follow((event as CustomEvent<boolean>).detail))
  // A broken picture leaves its place to the still layer.
  player.addEventListener('error', () => player.setAttribute('data-broken', ''), {
    capture: true,
    once: true,
  })
}
