#!/usr/bin/env node
// The terminal door as the package offers it: npx pocket-nexus.
import { fileURLToPath } from 'node:url';
import { MODELS } from '../node/models-folder.ts';
import { copyAssets } from './assets.ts';
import { main } from './kip.ts';

const argv = process.argv.slice(2);
if (argv[0] === 'assets') await copyAssets(argv.slice(1));
else await main(argv, fileURLToPath(MODELS));
