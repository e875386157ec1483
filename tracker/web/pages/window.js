"use strict";
document.getElementById("again").addEventListener("click", () => window.location.reload());

// Keys go to the screen from the start, without a click.
const waiting = setInterval(() => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys) {
    keys.focus();
    clearInterval(waiting);
  }
}, 100);
