// The search runs in a Worker, which browsers refuse to pages that were opened as files. Such a page
// gets one that runs the same script in a hidden frame. (mkdocs-material looks for the name
// IFrameWorker, and would load its own from the network.)
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...urls) =>
        urls.reduce((before, src) => before.then(() => load(inside.document, src)), Promise.resolve());
      load(inside.document, url).then(() => {
        this.send = (data) => inside.dispatchEvent(new MessageEvent("message", { data }));
        this.waiting.forEach(this.send);
      });
    }

    postMessage(data) {
      if (this.send) this.send(data);
      else this.waiting.push(data);
    }

    terminate() {}
  };
  window.Worker = window.IFrameWorker;

  function load(page, src) {
    return new Promise((done, failed) => {
      const script = page.createElement("script");
      script.src = src;
      script.onload = done;
      script.onerror = failed;
      page.body.append(script);
    });
  }
}
