// What starting any worker costs.
onmessage = () => postMessage(1);
