import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseFile } from './database-file.ts';

describe('DatabaseFile', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nexus-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('reads nothing where there is no file, and an image back as it was saved', async () => {
    const file = await DatabaseFile.take(join(folder, 'new/memory.db'));
    expect(await file.read()).toBeUndefined();
    await file.save(bytes('one'));
    await file.save(bytes('two'));
    expect(Buffer.from((await file.read())!).toString()).toBe('two');
    await file.release();
    expect(readdirSync(join(folder, 'new'))).toEqual(['memory.db']);
  });

  it('makes private files, and keeps the mode of an existing one', async () => {
    const file = await DatabaseFile.take(join(folder, 'a.db'));
    await file.save(bytes('one'));
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, 'b.db'), 'old', { mode: 0o644 });
    const other = await DatabaseFile.take(join(folder, 'b.db'));
    await other.save(bytes('two'));
    expect(statSync(other.path).mode & 0o777).toBe(0o644);
  });

  it('follows a link instead of replacing it', async () => {
    writeFileSync(join(folder, 'real.db'), 'old');
    symlinkSync(join(folder, 'real.db'), join(folder, 'link.db'));
    const file = await DatabaseFile.take(join(folder, 'link.db'));
    await file.save(bytes('new'));
    expect(readFileSync(join(folder, 'real.db'), 'utf8')).toBe('new');
  });

  it('leaves the old file whole when saving fails', async () => {
    const file = await DatabaseFile.take(join(folder, 'a.db'));
    await file.save(bytes('old'));
    rmSync(folder, { recursive: true });
    await expect(file.save(bytes('new'))).rejects.toThrow(/ENOENT/);
    folder = mkdtempSync(join(tmpdir(), 'nexus-'));
  });

  it('refuses a file another process has, and takes over from one that is gone', async () => {
    const path = join(folder, 'a.db');
    const first = await DatabaseFile.take(path);
    await expect(DatabaseFile.take(path)).rejects.toThrow(`in use by process ${process.pid}`);
    await first.release();
    const gone = 2 ** 22 + 1; // above Linux's highest process number
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: gone, host: hostname() }));
    await (await DatabaseFile.take(path)).release();
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: gone, host: 'elsewhere' }));
    await expect(DatabaseFile.take(path)).rejects.toThrow('on elsewhere');
    writeFileSync(`${path}.lock`, '');
    await expect(DatabaseFile.take(path)).rejects.toThrow('in use by another process');
  });
});
