/**
 * Pictures to share: the position as PNG or SVG, the game as an animation; and how files leave the page.
 *
 * Knows the table and the colours that it is seen in; `picture.ts` draws.
 */

import type { App } from './app';
import { byId, copyText, el } from './dom';
import { writeLink, writeTranscript } from './formats';
import { publicAddress } from './install';
import { type Look, type Seen, SVG_SIZE, boardSvg, gameGif } from './picture';
import { indexOf } from './rules';
import { t } from './words';

/** Pixels of a PNG for each unit of the drawing. */
const SHARP = 2;

/** The colours on the page now. */
function look(): Look {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => {
    const text = style.getPropertyValue(name).trim();
    // `#fff` is short for `#ffffff`.
    return text.length === 4 ? text.replace(/[0-9a-f]/gi, '$&$&') : text;
  };
  return {
    rim: colour('--rim'),
    board: colour('--board'),
    grid: colour('--grid'),
    ink: colour('--quiet'),
    black: colour('--black'),
    white: colour('--white'),
  };
}

function seen(app: App): Seen {
  const move = app.setup ? undefined : app.line.move;
  return { squares: app.shown.squares, last: move === undefined ? -1 : indexOf(move), flipped: app.settings.flipped };
}

async function png(drawing: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = el('canvas', { width: SHARP * SVG_SIZE, height: SHARP * SVG_SIZE });
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('no picture');
  return blob;
}

function gif(app: App): Blob {
  const { game } = app;
  const positions = Array.from({ length: game.moves.length + 1 }, (_, ply) => game.at(ply));
  return new Blob([gameGif(positions, game.moves, app.settings.flipped, look()) as BlobPart], { type: 'image/gif' });
}

/** Hands a file on as a telephone does, or puts it among the downloads. */
async function give(name: string, blob: Blob): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (error) {
      // Whoever thinks better of it wants no file.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const address = URL.createObjectURL(blob);
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The buttons for pictures. */
export function pictureButtons(app: App): Node[] {
  const button = (text: string, name: string, make: () => Blob | Promise<Blob>): HTMLElement => {
    const run = async (): Promise<void> => {
      try {
        await give(name, await make());
      } catch (error) {
        app.say(t('errorPicture', { reason: error instanceof Error ? error.message : String(error) }));
      }
    };
    return el('button', { type: 'button', onclick: () => void run() }, text);
  };
  return [
    el('h2', {}, t('pictures')),
    el(
      'div',
      { class: 'row-of-buttons' },
      button(t('positionAs', { what: 'PNG' }), 'position.png', () => png(boardSvg(seen(app), look()))),
      button(t('positionAs', { what: 'SVG' }), 'position.svg', () => new Blob([boardSvg(seen(app), look())], { type: 'image/svg+xml' })),
      button(t('gameAs', { what: 'GIF' }), 'game.gif', () => gif(app)),
    ),
  ];
}

/** Copies the link to the game; from a page that has no address for others, the moves instead. */
export async function copyLink(app: App): Promise<void> {
  const address = publicAddress();
  if (address === undefined) await copy(app, writeTranscript(app.game), t('noAddress'));
  else await copy(app, `${address}#${writeLink(app.game)}`, t('copied', { what: t('link') }));
}

/** Copies a text and says so; where the browser refuses, the text lies selected in a box below the buttons. */
export async function copy(app: App, text: string, done: string): Promise<void> {
  if (await copyText(text)) return app.say(done);
  const box = byId<HTMLTextAreaElement>('by-hand');
  box.hidden = false;
  box.value = text;
  box.select();
  app.say(t('notCopied'));
}
